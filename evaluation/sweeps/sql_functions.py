"""Names that SQL on rows may use: its tables, and functions on numbers, strings, lists and structs.

Others tell of the machine or of DuckDB, make something large of a number or of two strings, or take long. DuckDB's limit of
memory does not hold for strings and lists inside a function, and no function is interrupted.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from pokerzoo.envs.support.parameters import brief, did_you_mean

BY_FIELD = "spots_by_field"
"""The view with each field of lists as a column, too: DuckDB reads a column alone where it would read all of a struct."""
OPERATORS = "% & * ** + - / // < <= = != > >= << >> ^ | || ~ ~~ ~~* ~~~ !~~ !~~* @ ^@ <-> <=> && <@ @>"
"""With names of their own for DuckDB."""
NUMBERS = """
abs acos acosh add asin asinh atan atan2 atanh bit_count cbrt ceil ceiling cos cosh cot degrees divide even exp fdiv floor
fmod gamma gcd greatest greatest_common_divisor hash isfinite isinf isnan lcm least least_common_multiple lgamma ln log log10
log2 mod multiply nextafter pi pow power radians random round round_even roundbankers sign signbit sin sinh sqrt subtract tan
tanh trunc xor if ifnull nullif typeof
"""
TEXTS = """
ascii char_length character_length chr concat concat_ws contains ends_with hamming ilike_escape instr lcase left len length
like_escape lower ltrim md5 mismatches not_ilike_escape not_like_escape ord position prefix regexp_escape regexp_extract
regexp_extract_all regexp_full_match regexp_matches regexp_split_to_array reverse right rtrim split split_part starts_with
str_split string_split string_to_array strip_accents strlen strpos substr substring suffix translate trim ucase unicode upper
"""
LISTS = """
array_append array_cat array_concat array_contains array_distinct array_extract array_filter array_has array_has_all
array_has_any array_indexof array_intersect array_length array_position array_prepend array_reverse array_reverse_sort
array_select array_slice array_sort array_unique array_value array_where array_zip cardinality element_at filter flatten
list_any_value list_append list_avg list_cat list_concat list_contains list_cosine_similarity list_count list_distance
list_distinct list_dot_product list_element list_entropy list_extract list_filter list_first list_grade_up list_has
list_has_all list_has_any list_histogram list_indexof list_intersect list_last list_mad list_max list_median list_min
list_mode list_pack list_position list_prepend list_product list_reverse list_reverse_sort list_select list_skewness
list_slice list_sort list_stddev_pop list_stddev_samp list_sum list_unique list_value list_var_pop list_var_samp list_where
list_zip map map_contains map_entries map_extract map_extract_value map_from_entries map_keys map_values row row_to_json
struct_concat struct_extract struct_extract_at struct_insert struct_keys struct_pack struct_update struct_values to_json
unnest
"""
AGGREGATES = """
any_value approx_count_distinct approx_quantile approx_top_k arbitrary arg_max arg_max_null arg_min arg_min_null argmax
argmin array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count count_if count_star countif covar_pop covar_samp
cume_dist dense_rank entropy favg fill first first_value fsum geomean geometric_mean group_concat histogram kahan_sum
kurtosis kurtosis_pop lag last last_value lead list listagg mad max max_by mean median min min_by mode nth_value ntile
percent_rank product quantile quantile_cont quantile_disc rank rank_dense regr_avgx regr_avgy regr_count regr_intercept
regr_r2 regr_slope regr_sxx regr_sxy regr_syy reservoir_quantile row_number sem skewness stddev stddev_pop stddev_samp
string_agg sum sumkahan var_pop var_samp variance wavg weighted_avg
"""
GROUPS = {"operators": OPERATORS, "numbers": NUMBERS, "text": TEXTS, "lists and structs": LISTS, "aggregates": AGGREGATES}
ALLOWED = frozenset(name for names in GROUPS.values() for name in names.split())
TABLE_FUNCTIONS = ("generate_series", "range", "unnest")
FRESH = re.compile(r"(?!duckdb_|pragma_|sqlite_|pg_|information_schema)[a-z_][a-z0-9_]*")
"""Names that ``WITH`` may give: there is nothing else of these names that a query elsewhere could read."""
LONGEST = 20_000
"""Characters of a query."""


def check_named(parsed: dict[str, Any], asked: str, tables: Collection[str]) -> set[str]:
    """Tables that a SELECT names, as ``json_serialize_sql`` has it; ValueError if it names something else than it may."""
    nodes = list(_nodes(parsed))
    named = {_low(entry.get("key")) for node in nodes for entry in _named_queries(node)}
    for name in named:
        if not FRESH.fullmatch(name):
            raise ValueError(f"{asked}: WITH {brief(name)}: a name must be of letters, digits and _, and none of DuckDB's")
    own = {BY_FIELD, *(name.lower() for name in tables)} | named
    found = set()
    sources = {id(node.get("function")) for node in nodes if node.get("type") == "TABLE_FUNCTION"}
    for node in nodes:
        if node.get("type") == "BASE_TABLE":
            path = [_low(node.get(part)) for part in ("catalog_name", "schema_name", "table_name") if node.get(part)]
            if len(path) != 1 or path[0] not in own:
                raise ValueError(
                    f"{asked}: Table with name {'.'.join(path)} does not exist; there are {', '.join(tables)}"
                    f"{did_you_mean(path[-1], tables)}"
                )
            found.add(path[0])
        if "function_name" in node:
            _check_function(node, asked, id(node) in sources)
        if node.get("type") == "LAMBDA" and sum(one.get("type") == "LAMBDA" for one in _nodes(node)) > 1:
            raise ValueError(f"{asked}: a lambda inside another one may take long, and is not allowed")
    return found


def _check_function(node: dict[str, Any], asked: str, source: bool) -> None:
    name = _low(node["function_name"])
    allowed = TABLE_FUNCTIONS if source else ALLOWED
    if name not in allowed:
        known = sorted(one for one in allowed if one[0].isalpha())
        raise ValueError(
            f"{asked}: {name}() is not among the functions that may be used (docs/questions.md lists them)"
            f"{did_you_mean(name, known)}"
        )


def _nodes(parsed: Any) -> Iterator[dict[str, Any]]:
    """All objects in it."""
    waiting = [parsed]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one


def _named_queries(node: dict[str, Any]) -> list[dict[str, Any]]:
    """The queries that ``WITH`` names."""
    found = node.get("cte_map")
    return found.get("map", []) if isinstance(found, dict) else []


def _low(name: Any) -> str:
    return str(name).lower()
