conda create -y -n issue_einsum-narrow-integers python=3.11
conda activate issue_einsum-narrow-integers
pip install -r requirements.txt pytest
pytest -sx test_issue_einsum-narrow-integers.py
