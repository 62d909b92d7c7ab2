conda create -y -n issue_qat-engines python=3.11
conda activate issue_qat-engines
pip install -r requirements.txt pytest
pytest -sx test_issue_qat-engines.py
