conda create -y -n issue_compile-expm1-small python=3.11
conda activate issue_compile-expm1-small
pip install -r requirements.txt pytest
pytest -sx test_issue_compile-expm1-small.py
