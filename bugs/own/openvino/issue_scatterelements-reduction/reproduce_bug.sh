conda create -y -n issue_scatterelements-reduction python=3.11
conda activate issue_scatterelements-reduction
pip install -r requirements.txt
pytest -sx test_issue_scatterelements-reduction.py
