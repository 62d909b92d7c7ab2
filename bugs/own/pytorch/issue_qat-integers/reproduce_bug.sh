conda create -y -n issue_qat-integers python=3.11
conda activate issue_qat-integers
pip install -r requirements.txt pytest
pytest -sx test_issue_qat-integers.py
